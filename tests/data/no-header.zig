{"request":{"probe":"chase","min":4096,"max":65536},"started":"2026-11-30T12:00:01Z","columns":[["bytes","B"],["time","ns"]]}
{"t":0.1,"row":[4096.0,1.25]}
{"end":"complete"}
