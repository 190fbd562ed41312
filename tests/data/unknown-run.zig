{"ziggurat":1,"program":"ziggurat 0.1.0","date":"2026-11-30T12:00:00Z","device":{"id":"cpu","kind":"cpu","name":"Test CPU","architecture":"x86-64","levels":[{"kind":"l1","technology":"sram","managed-by":"hardware","instances":8,"per-instance":{"value":32768.0,"unit":"B","source":"reported"}}]}}
{"t":0.1,"row":[4096.0,1.25]}
{"request":{"probe":"chase","min":4096,"max":65536},"started":"2026-11-30T12:00:01Z","columns":[["bytes","B"],["time","ns"]]}
{"t":0.1,"row":[8192.0,1.25]}
{"end":"complete"}
