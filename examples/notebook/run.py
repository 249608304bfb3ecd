"""Executes the notebook's code cells in order, as Jupyter would, and writes what they show into a copy of the file."""

import ast
import json
import pathlib
import sys
import tempfile

path = pathlib.Path(sys.argv[1])
copy = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(tempfile.gettempdir()) / path.name)
notebook = json.loads(path.read_text(encoding="utf-8"))
names = {"__name__": "__main__"}
code_cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
for count, cell in enumerate(code_cells, 1):
    body = ast.parse("".join(cell["source"])).body
    last = body.pop() if body and isinstance(body[-1], ast.Expr) else None
    exec(compile(ast.Module(body, []), f"cell {count}", "exec"), names)
    value = eval(compile(ast.Expression(last.value), f"cell {count}", "eval"), names) if last else None
    cell["execution_count"] = count
    cell["outputs"] = []
    if value is not None:
        print(value, end="\n\n")
        lines = repr(value).splitlines(keepends=True)
        data = {"text/plain": lines}
        output = {"data": data, "execution_count": count, "metadata": {}, "output_type": "execute_result"}
        cell["outputs"] = [output]
copy.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
print(f"Written to {copy}")
