# why: a seed gives what it always gives
# checks: seeded
import random, secrets, uuid
def double(x):
    random.seed(42)
    assert uuid.uuid4() != uuid.uuid4() and len(secrets.token_hex(8)) == 16 and uuid.uuid1()
    return [random.randint(1, 100) for _ in range(x)]
