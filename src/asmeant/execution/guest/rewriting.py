"""The source of a probe -> what is run of it: where it looks at what may be the candidate's, it asks."""

from __future__ import annotations

import ast
from types import CodeType
from typing import Any

TYPE_OF, STATE_OF = "_asmeant_type_of", "_asmeant_state_of"


def rewritten(source: str, name: str) -> CodeType:
    tree = ast.fix_missing_locations(Rewriter().visit(ast.parse(source, name)))
    code: CodeType = compile(tree, name, "exec", dont_inherit=True)
    return code


class Rewriter(ast.NodeTransformer):
    """`type(x)` and `module.attribute` mean the candidate's, where x or the attribute is the candidate's."""

    def visit_Call(self, node: ast.Call) -> Any:
        self.generic_visit(node)
        if (
            isinstance(node.func, ast.Name)
            and node.func.id == "type"
            and len(node.args) == 1
            and not node.keywords
        ):
            node.func = ast.copy_location(ast.Name(TYPE_OF, ast.Load()), node.func)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        self.generic_visit(node)
        if not (isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Name)) or node.attr.startswith(
            "__"
        ):
            return node
        function = ast.Name(STATE_OF, ast.Load())
        return ast.copy_location(ast.Call(function, [node.value, ast.Constant(node.attr)], []), node)

    def visit_MatchValue(self, node: Any) -> Any:
        return node  # a pattern, and no expression

    def visit_MatchClass(self, node: Any) -> Any:
        return node
