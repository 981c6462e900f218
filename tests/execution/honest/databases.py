# why: sqlite in memory and in a file, dbm, shelve
# checks: literal
import sqlite3, shelve, dbm.dumb
def double(x):
    for name in (":memory:", "data.db"):
        with sqlite3.connect(name) as db:
            db.execute("drop table if exists t"); db.execute("create table t(a int)"); db.executemany("insert into t values (?)", [(x,), (x,)])
    with shelve.open("shelf") as shelf: shelf["x"] = [x]
    with shelve.open("shelf") as shelf: assert shelf["x"] == [x]
    return sqlite3.connect("data.db").execute("select sum(a) from t").fetchone()[0]
