"""Finds mutants in clang's syntax tree. Each is a small mistake: a boundary off by one, a condition turned
around, a call left out.

Nothing is mutated outside functions, in constants that the compiler needs, in macros such as `assert`,
and where the mutant wouldn't compile."""

import re
from dataclasses import dataclass, field

from clang.cindex import CursorKind, TypeKind

RELATIONS = {
    "<": ("less", "<="),
    "<=": ("less_equal", "<"),
    ">": ("greater", ">="),
    ">=": ("greater_equal", ">"),
    "==": ("equal", "!="),
    "!=": ("not_equal", "=="),
}
ARITHMETIC = {"+": ("plus", "-"), "-": ("minus", "+")}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "|=", "&=", "^=", "<<=", ">>="}
OPERATORS = {*RELATIONS, *ARITHMETIC, *ASSIGNMENTS, "&&", "||"}

FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
    CursorKind.FUNCTION_TEMPLATE,
}
LOOPS = {CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.DO_STMT, CursorKind.CXX_FOR_RANGE_STMT}
SCOPES = {CursorKind.NAMESPACE, CursorKind.CLASS_DECL, CursorKind.STRUCT_DECL, CursorKind.CLASS_TEMPLATE}
# Parents of a number that is a value, not part of a type.
VALUES = {
    CursorKind.BINARY_OPERATOR,
    CursorKind.COMPOUND_ASSIGNMENT_OPERATOR,
    CursorKind.CALL_EXPR,
    CursorKind.RETURN_STMT,
    CursorKind.INIT_LIST_EXPR,
    CursorKind.CONDITIONAL_OPERATOR,
    CursorKind.VAR_DECL,
    CursorKind.CXX_STATIC_CAST_EXPR,
    CursorKind.PAREN_EXPR,
}


@dataclass
class Edit:
    at: int
    text: str
    length: int = 0  # of what it replaces
    closing: bool = False


@dataclass
class Mutant:
    file: str
    line: int
    last_line: int
    function: str
    before: str
    after: str
    edits: list = field(default_factory=list)
    call: str = ""  # the condition's function
    key: str = ""
    number: int = 0


def one_line(text):
    line = re.sub(r"\s+", " ", re.sub(r"//[^\n]*", "", text)).strip()
    return line if len(line) <= 120 else f"{line[:80]} … {line[-30:]}"


def closing_parenthesis(text, at):
    """The offset of the parenthesis that closes the first one at or after `at`."""
    depth = 0
    for token in re.finditer(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|[()]', text[at:], re.DOTALL):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if token[0] == ")" and depth == 0:
            return at + token.start()
    return len(text)


class Finder:
    """The mutants of one file, from the syntax tree of a source that includes it."""

    def __init__(self, file, text):
        self.file, self.raw = file, text.encode()
        self.mutants = []
        self.functions = []  # the cursors around the current one
        self.constexpr = [False]

    # ---- text

    def span(self, cursor):
        return cursor.extent.start.offset, cursor.extent.end.offset

    def text(self, start, end):
        return self.raw[start:end].decode()

    def of(self, cursor):
        return self.text(*self.span(cursor))

    # ---- adding

    def add(self, cursor, before, after, edits):
        """`edits` may contain {on}: the condition that selects this mutant."""
        name = []
        for function in self.functions[:1]:
            while function is not None and function.kind != CursorKind.TRANSLATION_UNIT:
                if function.spelling and function.kind != CursorKind.NAMESPACE:
                    name.insert(0, re.sub(r"<.*", "", function.spelling))
                function = function.semantic_parent
        lines = cursor.extent.start.line, cursor.extent.end.line
        mutant = Mutant(self.file, *lines, "::".join(name), one_line(before), one_line(after), edits)
        mutant.call = "mutant::on_if_run" if self.constexpr[-1] else "mutant::on"
        self.mutants.append(mutant)

    # ---- walking

    def walk(self, cursor):
        kind = cursor.kind
        if kind in SCOPES or kind in FUNCTIONS and not self.functions:
            for child in cursor.get_children():
                if child.kind in SCOPES:
                    self.walk(child)
                elif child.kind in FUNCTIONS or kind in FUNCTIONS:
                    self.function(child) if child.kind in FUNCTIONS else self.inside(child, cursor, [])

    def function(self, cursor):
        """A function's body, and a constructor's initializers."""
        children = list(cursor.get_children())
        body = next((child for child in children if child.kind == CursorKind.COMPOUND_STMT), None)
        if body is None:
            return
        head = self.text(cursor.extent.start.offset, body.extent.start.offset)
        if "consteval" in head:
            return
        self.functions.append(cursor)
        self.constexpr.append("constexpr" in head.split("(")[0])
        for child in children:
            if child == body or child.kind.is_expression():
                self.inside(child, cursor, [cursor])
        self.functions.pop()
        self.constexpr.pop()

    def inside(self, cursor, parent, parents):
        kind = cursor.kind
        if kind in FUNCTIONS or kind in (CursorKind.STATIC_ASSERT, CursorKind.PARM_DECL, CursorKind.TYPE_REF):
            return self.function(cursor) if kind in FUNCTIONS else None
        if kind == CursorKind.LAMBDA_EXPR:
            self.functions.append(cursor)
        if kind in (CursorKind.VAR_DECL,) and re.search(r"\b(constexpr|constinit)\b", self.of(cursor)):
            return None
        children = list(cursor.get_children())
        if kind == CursorKind.CASE_STMT:
            children = children[1:]
        if kind == CursorKind.IF_STMT and re.match(r"if\s+constexpr\b", self.of(cursor)):
            end = closing_parenthesis(self.raw.decode("latin-1"), cursor.extent.start.offset)
            children = [child for child in children if child.extent.start.offset > end]
        else:
            self.mutate(cursor, parent, parents, children)
        for child in children:
            self.inside(child, cursor, [*parents, cursor])
        if kind == CursorKind.LAMBDA_EXPR:
            self.functions.pop()
        return None

    # ---- mutating

    def mutate(self, cursor, parent, parents, children):
        kind = cursor.kind
        if self.is_statement(cursor, parent):
            self.leave_out(cursor, parents)
        if kind == CursorKind.IF_STMT:
            self.negate_if(cursor, children)
        elif kind == CursorKind.CONDITIONAL_OPERATOR and len(children) == 3:
            if children[0].extent != cursor.extent:  # of a macro's operator, all parts are where the macro is
                self.negate(children[0])
        elif kind == CursorKind.RETURN_STMT and children:
            self.change_return(cursor, children[0], parent)
        elif kind == CursorKind.INTEGER_LITERAL:
            self.change_number(cursor, parents)
        elif operation := self.operation(cursor, children):
            self.change_operation(cursor, *operation)

    def operation(self, cursor, children):
        """(left, operator, its offset, right) of a binary operation, built in or not."""
        left = right = None
        if cursor.kind in (CursorKind.BINARY_OPERATOR, CursorKind.COMPOUND_ASSIGNMENT_OPERATOR) and len(children) == 2:
            left, right = children
        elif cursor.kind == CursorKind.CALL_EXPR and len(children) == 3:
            left, operator, right = children
            if self.of(operator) not in OPERATORS:
                return None
        if left is None or left.extent.end.offset > right.extent.start.offset:
            return None
        between = self.text(left.extent.end.offset, right.extent.start.offset)
        if between.strip() not in OPERATORS:
            return None
        found = left.extent.end.offset + len(between) - len(between.lstrip())
        return left, between.strip(), found, right

    def stripped(self, cursor):
        """Without parentheses and what the compiler adds."""
        while True:
            children = list(cursor.get_children())
            if len(children) == 3 and children[0].spelling == "operator<=>":
                cursor = children[0]  # `a < b` is `(a <=> b) < 0`
                continue
            if cursor.kind not in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR, CursorKind.UNARY_OPERATOR):
                return cursor, children
            if cursor.kind == CursorKind.UNARY_OPERATOR and not self.of(cursor).startswith("!="):
                return cursor, children
            if len(children) != 1:
                return cursor, children
            cursor = children[0]

    def operator_of(self, cursor):
        operation = self.operation(*self.stripped(cursor))
        return operation[1] if operation else None

    def change_operation(self, cursor, left, operator, at, right):
        start, end = left.extent.start.offset, right.extent.end.offset
        whole, before, after = (
            self.text(start, end),
            self.text(start, left.extent.end.offset),
            self.text(right.extent.start.offset, end),
        )
        if operator in RELATIONS or operator in ARITHMETIC:
            name, other = (RELATIONS | ARITHMETIC)[operator]
            edits = [
                Edit(start, f"mutant::{name}({{on}}, "),
                Edit(at, ",", length=len(operator)),
                Edit(end, ")", closing=True),
            ]
            self.add(cursor, whole, f"{before} {other} {after}", edits)
        elif operator in ("&&", "||"):
            switch = "({on} || (" if operator == "&&" else "(!{on} && ("
            for side, rest in ((left, after), (right, before)):
                if self.operator_of(side) == operator and self.stripped(side)[0].extent == side.extent:
                    continue  # its own operands
                edits = [Edit(side.extent.start.offset, switch), Edit(side.extent.end.offset, "))", closing=True)]
                self.add(cursor, whole, rest, edits)

    def negate_if(self, cursor, children):
        text = self.raw.decode("latin-1")
        end = closing_parenthesis(text, cursor.extent.start.offset)
        conditions = [child for child in children if child.extent.start.offset < end]
        # Not of `if (const auto found = …)`, which also declares.
        if conditions and conditions[-1].kind.is_expression():
            self.negate(conditions[-1])

    def negate(self, condition):
        if self.operator_of(condition) in (*RELATIONS, "&&", "||"):
            return  # has its own mutants
        start, end = self.span(condition)
        whole = self.text(start, end)
        edits = [Edit(start, "mutant::flip({on}, "), Edit(end, ")", closing=True)]
        self.add(condition, whole, f"!({whole})", edits)

    def change_return(self, cursor, value, parent):
        function = self.functions[-1]
        is_lambda = function.kind == CursorKind.LAMBDA_EXPR
        start, end = self.span(value)
        whole = self.text(start, end)
        result = None if is_lambda else function.result_type.get_canonical()
        kinds = [value.type.get_canonical().kind] + ([result.kind] if result else [])
        if TypeKind.BOOL in kinds:
            if whole in ("true", "false"):
                other = {"true": "false", "false": "true"}[whole]
            elif self.operator_of(value) in (*RELATIONS, "&&", "||"):
                return
            else:
                other = f"!({whole})"
            edits = [Edit(start, "mutant::flip({on}, "), Edit(end, ")", closing=True)]
            self.add(cursor, f"return {whole}", f"return {other}", edits)
        elif result and re.match(r"(const )?std::optional<", result.spelling):
            if re.fullmatch(r"std::nullopt|\{\}", whole):
                return
            edits = [Edit(self.span(cursor)[0], "{{ if ({on}) return {{}}; ")]
            edits.append(Edit(self.end_of_statement(cursor), " }}", closing=True))
            self.add(cursor, f"return {whole}", "return std::nullopt", edits)

    def change_number(self, cursor, parents):
        text = self.of(cursor)
        match = re.fullmatch(r"(\d+)([uUlLzZ]*)", text)
        if not match or any(parent.kind == CursorKind.TYPE_REF for parent in parents):
            return
        outer = next(
            (p for p in reversed(parents) if p.kind not in (CursorKind.UNEXPOSED_EXPR, CursorKind.UNARY_OPERATOR)), None
        )
        if outer is None or outer.kind not in VALUES:
            return
        start, end = self.span(cursor)
        if self.constexpr[-1] and self.text(start - 1, start) == "<":
            return
        around = self.text(*self.span(outer)) if outer.kind != CursorKind.VAR_DECL else text
        for other in {int(match[1]) + 1, max(int(match[1]) - 1, 0)} - {int(match[1])}:
            changed = f"{other}{match[2]}"
            edits = [Edit(start, f"({{on}} ? {changed} : "), Edit(end, ")", closing=True)]
            if outer.kind == CursorKind.VAR_DECL:
                before, after = f"{outer.spelling} = {text}", f"{outer.spelling} = {changed}"
            else:
                at = start - self.span(outer)[0]
                before = around
                after = (around.encode()[:at] + changed.encode() + around.encode()[at + end - start :]).decode()
            self.add(cursor, before, after, edits)

    # ---- leaving out statements

    def is_statement(self, cursor, parent):
        if parent.kind in (CursorKind.COMPOUND_STMT, CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT):
            return True
        if parent.kind == CursorKind.IF_STMT or parent.kind in LOOPS:
            if parent.kind == CursorKind.DO_STMT:
                return False
            end = closing_parenthesis(self.raw.decode("latin-1"), parent.extent.start.offset)
            return cursor.extent.start.offset > end
        return False

    def end_of_statement(self, cursor):
        """After its semicolon, or None."""
        end = cursor.extent.end.offset
        rest = re.match(rb"\s*;", self.raw[end:])
        return end + rest.end() if rest else None

    def leave_out(self, cursor, parents):
        inner, children = self.stripped(cursor)
        kind = inner.kind
        operation = self.operation(inner, children)
        in_switch = any(parent.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT) for parent in parents)
        under_if = any(parent.kind == CursorKind.IF_STMT for parent in parents[-2:])
        if (
            kind == CursorKind.CALL_EXPR
            or operation
            and operation[1] in ASSIGNMENTS
            or kind == CursorKind.CXX_DELETE_EXPR
        ):
            pass
        elif kind == CursorKind.UNARY_OPERATOR and re.match(r"\+\+|--", self.of(inner)):
            pass
        elif kind in (CursorKind.RETURN_STMT, CursorKind.CXX_THROW_EXPR, CursorKind.CONTINUE_STMT):
            if children and kind == CursorKind.RETURN_STMT or in_switch or not under_if:
                return
        else:
            return
        start, end = cursor.extent.start.offset, self.end_of_statement(cursor)
        if end is None:
            return
        text = self.text(start, cursor.extent.end.offset)
        edits = [Edit(start, "{{ if (!{on}) "), Edit(end, " }}", closing=True)]
        self.add(cursor, text, "(left out)", edits)
