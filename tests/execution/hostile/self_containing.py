# why: a list within itself
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
def double(x):
    answer = []
    answer.append(answer)
    return answer
