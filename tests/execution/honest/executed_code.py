# why: exec, eval, compile, ast
# checks: loop
import ast, textwrap
space = {}
exec(textwrap.dedent("""
    def twice(x):
        return 2 * x
"""), space)
def double(x):
    assert eval("x + x") == ast.literal_eval("[1, 2]")[1] * x
    assert ast.unparse(ast.parse("a+b")) == "a + b"
    return space["twice"](x)
