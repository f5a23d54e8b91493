"""Test cases for input_test: text frames that aren't JSON objects or requests, or have no id or type."""

from cases import Suite
from context import CANARY
from raw_socket import RawSocket

suite = Suite("json")
LARGEST_ID = 2**53 - 1

ARRAYS = "[" * 7 + "]" * 7
BAD_JSON = [
    "",
    " ",
    "x",
    "{",
    "}",
    "[]",
    "[1]",
    "1",
    "null",
    "true",
    '"x"',
    '{"type":"ping","id":1',
    '{"type":"ping","id":1}}',
    '{"type":"ping","id":1} x',
    '{"type":"ping","id":1}{"type":"ping","id":2}',
    '{"type":"ping","id":1,}',
    "{'type':'ping','id':1}",
    '{type:"ping","id":1}',
    '{"type":"ping","id":01}',
    '{"type":"ping","id":+1}',
    '{"type":"ping","id":1.}',
    '{"type":"ping","id":.5}',
    '{"type":"ping","id":0x1}',
    '{"type":"ping","id":NaN}',
    '{"type":"ping","id":Infinity}',
    '{"type":"ping","id":1}// comment',
    '/* comment */{"type":"ping","id":1}',
    '{"type":"ping","id":1,"id":1}',
    '{"type":"ping","type":"ping","id":1}',
    '{"type":"ping","id":1,"\\u0069d":1}',
    '{"type":"create_room","id":1,"name":"A","options":{"seals":1,"seals":1}}',
    '{"type":"act","id":1,"ply":0,"action":{"type":"take","card":"gold","card":"gold"}}',
    '{"type":"create_room","id":1,"name":"A","options":{"clock":{"initial":9,"increment":1,"initial":9}}}',
    '{"type":"ping","id":1,"x":[[{"a":1,"a":2}]]}',
    '\ufeff{"type":"ping","id":1}',
    '{"type":"ping","id":1,"x":[' + ARRAYS + "]}",
    '{"a":' * 9 + "1" + "}" * 9,
    "[" * 2000 + "]" * 2000,
    "[" * 4096,
    '{"a":' * 800,
    '{"type":"ping","id":1,"x":"a\tb"}',
    '{"type":"ping","id":1,"x":"a\nb"}',
    '{"type":"ping","id":1,"x":"\\x41"}',
    '{"type":"ping","id":1,"x":"\\u12"}',
    '{"type":"ping","id":1,"x":"',
    '{"type":"ping","id":1}\x00',
    '\x00{"type":"ping","id":1}',
    '{"type":"ping";"id":1}',
    '{"type":"ping" "id":1}',
    '{"type" "ping","id":1}',
    "\x0c{}",
    "\u00a0{}",
]


@suite.case("anything but a JSON object is bad_json, and the connection stays open")
async def bad_json(context):
    raw = await RawSocket.connect(context.port)
    for number, text in enumerate(BAD_JSON):
        raw.text(text)
        raw.request("ping", number)
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["code"], answer["re"]) == ("error", "bad_json", None), f"{text[:80]!r}: {answer}"
        answer = await raw.reply()
        assert (answer["type"], answer["re"]) == ("ok", number), f"after {text[:80]!r}: {answer}"
    raw.abort()


@suite.case("eight levels are well-formed, and so are whitespace and escapes")
async def well_formed(context):
    raw = await RawSocket.connect(context.port)
    for text, code in [
        ('{"type":"ping","id":1,"x":' + ARRAYS + "}", "bad_request"),
        ('{"id":1,"x":' + '{"a":' * 6 + "{}" + "}" * 6 + ',"type":"ping"}', "bad_request"),
        ('{"type":"ping","id":1,"":0}', "bad_request"),
        (' \r\n\t{ "type" : "ping" ,\n"id":1 }\n ', None),
        ('{"\\u0074ype":"p\\u0069ng","id":1}', None),
        ('{"id":1,"type":"ping"}', None),
    ]:
        raw.text(text)
        answer = await raw.reply()
        assert answer.get("code") == code and answer["re"] == 1, f"{text!r}: {answer}"
    for text in ('{"type":"ping","id":1,"x":"\\ud800"}', '{"type":"ping","id":1,"x":"\\udc00\\ud800"}'):
        raw.text(text)
        answer = await raw.reply()
        assert answer["code"] in ("bad_json", "bad_request"), f"{text!r}: {answer}"
    raw.abort()


@suite.case("an invalid id: bad_request with re null")
async def bad_ids(context):
    raw = await RawSocket.connect(context.port)
    for text in [
        "-1",
        "1.0",
        "1e0",
        "1.5",
        "1E3",
        "-0.0",
        '"1"',
        "null",
        "true",
        "[]",
        "{}",
        str(2**53),
        str(2**63),
        str(2**64),
        "1" * 40,
        "1e400",
    ]:
        raw.text('{"type":"ping","id":' + text + "}")
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["re"]) == ("error", None), f"id {text}: {answer}"
        assert answer["code"] == "bad_request" or (
            text == "1e400" and answer["code"] == "bad_json"
        ), f"id {text}: {answer}"
    for text in ['{"type":"ping"}', '{"type":"' + CANARY + '"}', "{}"]:
        raw.text(text)
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["type"], answer["re"], answer["code"]) == ("error", None, "bad_request"), f"{text}: {answer}"
    for number in (0, 1, LARGEST_ID, 7, 7):
        raw.request("ping", number)
        answer = await raw.reply()
        assert (answer["type"], answer["re"]) == ("ok", number), f"id {number}: {answer}"
    raw.abort()


@suite.case("invalid types are refused")
async def bad_types(context):
    raw = await RawSocket.connect(context.port)
    for text in ['"x"', '""', f'"{CANARY}"', '"PING"', '"ping "', '"ok"', '"view"', '"ping\\u0000"']:
        raw.text('{"type":' + text + ',"id":5}')
        answer = await raw.reply()
        context.saw(answer)
        assert (answer["code"], answer["re"]) == ("unknown_type", 5), f"type {text}: {answer}"
    for text in ["null", "1", "true", "[]", "{}", '["ping"]']:
        raw.text('{"type":' + text + ',"id":5}')
        answer = await raw.reply()
        assert (answer["code"], answer["re"]) == ("bad_request", 5), f"type {text}: {answer}"
    raw.text('{"id":5}')
    answer = await raw.reply()
    assert (answer["code"], answer["re"]) == ("bad_request", 5), f"without type: {answer}"
    raw.abort()
