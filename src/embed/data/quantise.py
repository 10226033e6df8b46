#!/usr/bin/env python3
"""Turns a Model2Vec folder into the compact form that Keepsake carries inside the program.

    python3 quantise.py FOLDER OUT

FOLDER holds `model.safetensors` (one float32 or float16 tensor `embeddings`) and `tokenizer.json` (a WordPiece
tokenizer with BERT's lower-casing normalizer). OUT gets

    rows.i8      the embeddings, row by row, each number one signed byte
    scales.f32   one little-endian float32 a row: byte * scale is the number again
    vocab.txt    the tokens, one a line, in the order of the rows
    SHA256SUMS   of every file in OUT but itself

Needs nothing but Python's own library. The same input gives the same bytes, and so does the loader in `folder.rs`,
which quantises other models in the same way when they are read.
"""

import array
import hashlib
import json
import pathlib
import struct
import sys


def read_tensor(path, name):
    """The numbers of one tensor as an array of floats, and its shape."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        entry = json.loads(file.read(length))[name]
        begin, end = entry["data_offsets"]
        file.seek(8 + length + begin)
        data = file.read(end - begin)
    if entry["dtype"] == "F32":
        numbers = array.array("f", data)
        if sys.byteorder == "big":
            numbers.byteswap()
    elif entry["dtype"] == "F16":
        numbers = array.array("f", (value for (value,) in struct.iter_unpack("<e", data)))
    else:
        raise SystemExit(f"{path}: tensor {name} is {entry['dtype']}; this script reads F32 and F16")
    return numbers, entry["shape"]


def as_f32(number):
    """The nearest float32, as Python's float."""
    return struct.unpack("<f", struct.pack("<f", number))[0]


def quantise_row(row):
    """Signed bytes and the scale that brings them back. The largest number becomes 127."""
    scale = as_f32(max(map(abs, row)) / 127)
    if scale == 0:
        return bytes(len(row)), 0.0
    return bytes(round(number / scale) & 0xFF for number in row), scale


def read_vocabulary(path):
    """The tokens in the order of their ids, from a tokenizer that `word_piece.rs` can stand in for."""
    tokenizer = json.loads(path.read_text("utf-8"))
    model, normalizer = tokenizer["model"], tokenizer["normalizer"]
    wanted = {"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "strip_accents": None,
              "lowercase": True}
    same = (
        model["type"] == "WordPiece"
        and model["unk_token"] == "[UNK]"
        and model["continuing_subword_prefix"] == "##"
        and model["max_input_chars_per_word"] == 100
        and normalizer == wanted
        and tokenizer["pre_tokenizer"] == {"type": "BertPreTokenizer"}
    )
    if not same:
        raise SystemExit(f"{path}: not the WordPiece tokenizer of an uncased BERT")
    tokens = sorted(model["vocab"], key=model["vocab"].get)
    if [model["vocab"][token] for token in tokens] != list(range(len(tokens))):
        raise SystemExit(f"{path}: the ids of the vocabulary have gaps")
    return tokens


def write_sums(out):
    """SHA256SUMS, in the form that `sha256sum --check` reads."""
    files = sorted(path for path in out.iterdir() if path.is_file() and path.name != "SHA256SUMS")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (out / "SHA256SUMS").write_text("".join(lines), "utf-8")


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__)
    folder, out = map(pathlib.Path, sys.argv[1:])
    numbers, (rows, dims) = read_tensor(folder / "model.safetensors", "embeddings")
    tokens = read_vocabulary(folder / "tokenizer.json")
    if len(tokens) != rows:
        raise SystemExit(f"{folder}: {len(tokens)} tokens but {rows} rows")
    out.mkdir(parents=True, exist_ok=True)
    quantised = [quantise_row(numbers[at * dims : (at + 1) * dims]) for at in range(rows)]
    (out / "rows.i8").write_bytes(b"".join(row for row, _ in quantised))
    (out / "scales.f32").write_bytes(b"".join(struct.pack("<f", scale) for _, scale in quantised))
    (out / "vocab.txt").write_text("".join(token + "\n" for token in tokens), "utf-8", newline="\n")
    write_sums(out)
    print(f"{rows} rows of {dims} numbers")


if __name__ == "__main__":
    main()
