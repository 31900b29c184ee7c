/**
 * Reads one text a line, as base64, and answers each with one line of JSON. A text is parsed and never run: compile() with
 * PyCF_ONLY_AST stops before there is anything to run. A column becomes one in UTF-16 units.
 */
export const pythonProgram = `
import binascii, json, sys, warnings
from _ast import PyCF_ONLY_AST

warnings.simplefilter("ignore")
try:
    import resource
    resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
except Exception:
    pass

def place(line, column, text):
    known = isinstance(text, str) and isinstance(column, int) and column > 0
    return [line or 1, len(text[:column - 1].encode("utf-16-le", "surrogatepass")) // 2 + 1 if known else 1]

def answer(source):
    try:
        compile(source, "script", "exec", PyCF_ONLY_AST, True)
        return {}
    except SyntaxError as error:
        return {"message": str(error.msg), "at": place(error.lineno, error.offset, error.text)}
    except (ValueError, OverflowError) as error:
        return {"message": str(error), "at": [1, 1]}
    except (RecursionError, MemoryError):
        return {"unparsed": "nested too deep"}

print(json.dumps(".".join(map(str, sys.version_info[:3]))), flush=True)
for line in sys.stdin.buffer:
    print(json.dumps(answer(binascii.a2b_base64(line))), flush=True)
`;
