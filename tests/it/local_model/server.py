#!/usr/bin/env python3
"""Stands in for llama-server: answers /health, and keeps and brings back slots as the real one does."""

import http.server
import json
import os
import pathlib
import sys


def option(name):
    return sys.argv[sys.argv.index(name) + 1]


class Handler(http.server.BaseHTTPRequestHandler):
    def reply(self, code):
        self.send_response(code)
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"{}")

    def do_GET(self):
        self.reply(200 if self.path == "/health" else 404)

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        if self.headers["Authorization"] != "Bearer " + os.environ["LLAMA_API_KEY"]:
            return self.reply(401)
        path = pathlib.Path(option("--slot-save-path"), body["filename"])
        if self.path == "/slots/0?action=save":
            path.write_text("kept")
            return self.reply(200)
        return self.reply(200 if self.path == "/slots/0?action=restore" and path.exists() else 400)


model = pathlib.Path(option("-m")).read_bytes()
print("model of", len(model), "bytes", flush=True)
http.server.HTTPServer((option("--host"), int(option("--port"))), Handler).serve_forever()
