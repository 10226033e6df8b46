"""Runs the simulator's script with two things added: options of a slash command may be a list, which is sent as it is, so
that subcommands can be called; and there is a second person, whose id is written to the file `second_person`.
Usage: simulator.py PATH_OF_THE_SCRIPT"""
import asyncio
import pathlib
import sys

source = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8")
names = {"__name__": "simulator", "__file__": sys.argv[1]}
exec(compile(source.replace("asyncio.run(main())", ""), sys.argv[1], "exec"), names)

flat = names["opts"]
names["opts"] = lambda options: options if isinstance(options, list) else flat(options)

backend = names["B"]
second = backend.make_user("bob")
backend.add_member(names["guild"].id, second.id)
pathlib.Path("second_person").write_text(str(second.id), encoding="utf-8")
asyncio.run(names["main"]())
