"""Every small fault one can put into a module: each changes one place of its syntax tree."""

import ast
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import NamedTuple

COMPARISONS = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
OPERATORS = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
# Events and errors are told to people; no rule hangs on them.
TOLD = ("tell", "announce", "note", "write", "warn")
Change = Callable[[], object]


class Fault(NamedTuple):
    """One place of a module, and what stands there instead.

    Args:
        file: The module.
        index: Which of the module's faults it is.
        line: The line.
        statement: The lines of its statement, without those of a block that follows.
        function: The function it stands in; empty where it is read at import.
        text: The line without its indent.
        what: What is changed.
    """

    file: str
    index: int
    line: int
    statement: range
    function: str
    text: str
    what: str


def faults_of(root: Path, file: str) -> list[Fault]:
    """List the faults of a module."""
    source = (root / file).read_text(encoding="utf-8")
    lines = source.splitlines()
    return [
        Fault(file, index, line, statement, function, lines[line - 1].strip(), what)
        for index, (line, statement, function, what, _) in enumerate(_Finder(_enums(root)).find(source))
    ]


def compile_with(root: Path, fault: Fault) -> CodeType:
    """Compile a module with a fault in it."""
    finder = _Finder(_enums(root))
    found = finder.find((root / fault.file).read_text(encoding="utf-8"))
    found[fault.index][-1]()
    return compile(ast.fix_missing_locations(finder.tree), str(root / fault.file), "exec")


def _enums(root: Path) -> dict[str, list[str]]:
    """Read the members of every enum of the engine, in their order."""
    tree = ast.parse((root / "kingsburg_env/engine/names.py").read_text(encoding="utf-8"))
    return {
        part.name: [line.targets[0].id for line in part.body if isinstance(line, ast.Assign)]
        for part in tree.body
        if isinstance(part, ast.ClassDef) and part.name not in ("Event", "Source")  # these are told
    }


class _Finder:
    """Walks through a module and collects what can be changed."""

    def __init__(self, enums: dict[str, list[str]]) -> None:
        self.enums, self.found = enums, []
        self.function, self.statement, self.is_nested = "", range(0), False

    def find(self, source: str) -> list[tuple[int, range, str, str, Change]]:
        """Collect the line, its statement, the function, the words and the change of each fault."""
        self.tree = ast.parse(source)
        self.visit_body(self.tree.body)
        return self.found

    def add(self, node: ast.AST, what: str, change: Change) -> None:
        self.found.append((node.lineno, self.statement, self.function, what, change))

    def visit_body(self, body: list[ast.stmt]) -> None:
        for index, line in enumerate(body):
            self.visit_statement(body, index, line)

    def visit_statement(self, body: list[ast.stmt], index: int, line: ast.stmt) -> None:
        match line:
            case ast.FunctionDef():
                self.visit_function(line)
            case ast.ClassDef():
                if not any("Enum" in ast.unparse(base) for base in line.bases):
                    self.visit_body(line.body)
            case (
                ast.Import() | ast.ImportFrom() | ast.Raise() | ast.Assert() | ast.Expr(value=ast.Constant())
            ):
                pass
            case _:
                self.visit_ordinary(body, index, line)

    def visit_function(self, line: ast.FunctionDef) -> None:
        outer = self.function, self.is_nested
        self.function, self.is_nested = outer[0] or line.name, False
        self.visit_body(line.body)
        self.function, self.is_nested = outer

    def visit_ordinary(self, body: list[ast.stmt], index: int, line: ast.stmt) -> None:
        if _is_told(line):
            return
        inner = [part for part in ast.iter_child_nodes(line) if not isinstance(part, ast.stmt)]
        heads = [part.end_lineno for part in inner if isinstance(part, ast.expr)]
        self.statement = range(line.lineno, max([line.lineno, *heads]) + 1)
        if self.function and self.may_go(line):
            self.add(line, f"without: {_first_line(line)}", lambda: body.__setitem__(index, ast.Pass()))
        if isinstance(line, ast.If | ast.While):
            self.negate(line)
        if isinstance(line, ast.AnnAssign):
            inner.remove(line.annotation)
        if isinstance(line, ast.AugAssign):
            self.swap_operator(line)
        for part in inner:
            self.visit_expression(part)
        nested, self.is_nested = self.is_nested, True
        for name in ("body", "orelse", "finalbody"):
            self.visit_body(getattr(line, name, []))
        for case in (*getattr(line, "cases", ()), *getattr(line, "handlers", ())):
            self.visit_body(case.body)
        self.is_nested = nested

    def may_go(self, line: ast.stmt) -> bool:
        """A call, a change of something that stays, a leap."""
        match line:
            case ast.Expr(value=ast.Call()) | ast.AugAssign() | ast.Continue() | ast.Break():
                return True
            case ast.Return():
                return self.is_nested
            case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
                return True
        return False

    def visit_expression(self, node: ast.AST) -> None:
        match node:
            case ast.Compare():
                self.change_comparisons(node)
            case ast.BinOp():
                self.swap_operator(node)
            case ast.BoolOp():
                self.change_condition(node)
            case ast.IfExp():
                self.negate(node)
            case ast.Constant(value=int()) if not isinstance(node.value, bool):
                self.change_number(node)
            case ast.Call():
                self.change_arguments(node)
            case ast.Attribute(value=ast.Name(id=name)) if node.attr in self.enums.get(name, ()):
                self.change_member(node, name)
            case ast.JoinedStr() | ast.Lambda(body=ast.JoinedStr()):
                return
        for part in ast.iter_child_nodes(node):
            if isinstance(part, ast.stmt):
                continue
            self.visit_expression(part)

    def change_comparisons(self, node: ast.Compare) -> None:
        for index, old in enumerate(node.ops):
            new = COMPARISONS[type(old)]()
            what = _change_of(node, lambda i=index, new=new: node.ops.__setitem__(i, new))
            node.ops[index] = old
            self.add(node, what, lambda i=index, new=new: node.ops.__setitem__(i, new))

    def swap_operator(self, node: ast.BinOp | ast.AugAssign) -> None:
        old = node.op
        if type(old) not in OPERATORS:
            return
        new = OPERATORS[type(old)]()
        what = _change_of(node, lambda: setattr(node, "op", new))
        node.op = old
        self.add(node, what, lambda: setattr(node, "op", new))

    def change_condition(self, node: ast.BoolOp) -> None:
        old, values = node.op, node.values
        new = ast.Or() if isinstance(old, ast.And) else ast.And()
        what = _change_of(node, lambda: setattr(node, "op", new))
        node.op = old
        self.add(node, what, lambda: setattr(node, "op", new))
        for index, value in enumerate(values):
            # with two values one is left, and Python wants two
            rest = (values[:index] + values[index + 1 :]) * 2
            self.add(
                value,
                f"without the condition {ast.unparse(value)}",
                lambda rest=rest: setattr(node, "values", rest),
            )

    def negate(self, node: ast.If | ast.While | ast.IfExp) -> None:
        test = node.test
        self.add(
            test,
            f"not ({ast.unparse(test)})",
            lambda: setattr(node, "test", ast.UnaryOp(op=ast.Not(), operand=test)),
        )

    def change_number(self, node: ast.Constant) -> None:
        others = {node.value + 1, node.value - 1, 0} if self.function else {node.value + 1}
        for number in sorted(others - {node.value}):
            self.add(
                node,
                f"{node.value} (column {node.col_offset}) -> {number}",
                lambda n=number: setattr(node, "value", n),
            )

    def change_arguments(self, node: ast.Call) -> None:
        old = list(node.args)
        if isinstance(node.func, ast.Name) and node.func.id == "range" and old:
            end = ast.BinOp(old[-1], ast.Sub(), ast.Constant(1))
            self.add(
                node,
                f"{ast.unparse(node)} ends one earlier",
                lambda: setattr(node, "args", [*old[:-1], end]),
            )
        for index, (left, right) in enumerate(pairwise(old)):
            if (
                not self.function
                or ast.unparse(left) == ast.unparse(right)
                or _is_game(left)
                or _is_game(right)
            ):
                continue
            new = [*old[:index], right, left, *old[index + 2 :]]
            what = _change_of(node, lambda new=new: setattr(node, "args", new))
            node.args = old
            self.add(node, what, lambda new=new: setattr(node, "args", new))

    def change_member(self, node: ast.Attribute, enum: str) -> None:
        members, old = self.enums[enum], node.attr
        place = members.index(old)
        for new in dict.fromkeys((members[place - 1], members[(place + 1) % len(members)])):
            self.add(node, f"{enum}.{old} -> {enum}.{new}", lambda new=new: setattr(node, "attr", new))


def _change_of(node: ast.AST, change: Change) -> str:
    """Write what stands there before a change and after it."""
    before = ast.unparse(node)
    change()
    return f"{before} -> {ast.unparse(node)}"


def _is_game(node: ast.expr) -> bool:
    """Whether this is the game or its log: in another's place every call would fail."""
    return isinstance(node, ast.Name) and node.id in ("state", "log")


def _first_line(line: ast.stmt) -> str:
    return ast.unparse(line).splitlines()[0]


def _is_told(line: ast.stmt) -> bool:
    """Whether a statement only tells people something."""
    call = line.value if isinstance(line, ast.Expr) else None
    if not isinstance(call, ast.Call):
        return False
    return ast.unparse(call.func).rpartition(".")[2] in TOLD
