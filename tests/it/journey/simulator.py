"""Runs the simulator's script with one thing added: options of a slash command may be a list, which is sent as it is, so
that subcommands can be called. Usage: simulator.py PATH_OF_THE_SCRIPT"""
import asyncio
import pathlib
import sys

source = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
names = {"__name__": "simulator", "__file__": sys.argv[1]}
exec(compile(source.replace("asyncio.run(main())", ""), sys.argv[1], "exec"), names)

flat = names["opts"]
names["opts"] = lambda options: options if isinstance(options, list) else flat(options)
asyncio.run(names["main"]())
