{"name":"some other program","version":"1.2"}
[1,2,3]
