"""psycopg2 with stock settings: types, errors, transactions, cursors, COPY."""
import datetime
import decimal
import io
import uuid

import psycopg2
import psycopg2.extras

psycopg2.extras.register_uuid()
conn = psycopg2.connect("")
print("server", conn.server_version // 10000, conn.encoding, conn.get_parameter_status("TimeZone"))
cur = conn.cursor()
cur.execute("CREATE TABLE items (k bigint PRIMARY KEY, name text NOT NULL)")
conn.commit()

values = {
    "small": 1, "big": 2**40, "money": decimal.Decimal("12345678901234.5678"), "ratio": 0.1, "flag": True,
    "word": "it's \\ ünïcode", "blob": b"\x00\xff", "day": datetime.date(2024, 2, 29),
    "at": datetime.datetime(2024, 2, 29, 12, 30, 0, 5, tzinfo=datetime.timezone.utc),
    "naive": datetime.datetime(2024, 2, 29, 12, 30), "span": datetime.timedelta(days=1, seconds=5),
    "id": uuid.UUID("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"), "tags": ["a", "b c", None],
    "doc": psycopg2.extras.Json({"a": [1, 2.5, None]}), "none": None,
}
names = ", ".join(values)
cur.execute(f"INSERT INTO items (k, name, {names}) VALUES (%s, %s, {', '.join(['%s'] * len(values))})",
            [1, "first", *values.values()])
conn.commit()
cur.execute("SELECT " + ", ".join(n for n in values if n != "none") + " FROM items WHERE k = %s", (1,))
row = cur.fetchone()
for column, value in zip(cur.description, row):
    if isinstance(value, memoryview):
        value = bytes(value)
    print(column.name, column.type_code, repr(value))

cur.execute("INSERT INTO items (k, name) VALUES (2, 'b'), (3, 'c') RETURNING k")
print("returning", cur.fetchall(), cur.rowcount, cur.statusmessage)
conn.commit()


def fails(sql, args=()):
    try:
        cur.execute(sql, args)
        print("no error:", sql)
    except psycopg2.Error as e:
        d = e.diag
        print(type(e).__name__, e.pgcode, d.message_primary, "|", d.message_detail, "|", d.schema_name, d.table_name,
              d.column_name, d.constraint_name, d.statement_position)
    conn.rollback()


fails("INSERT INTO items (k, name) VALUES (%s, %s)", (1, "again"))
fails("INSERT INTO items (k) VALUES (9)")
fails("SELECT nosuch FROM items")
fails("SELECT * FROM nosuch")
fails("SELEC 1")
fails("SELECT 1/0")
fails("SELECT 'x'::int")

cur.execute("INSERT INTO items (k, name) VALUES (10, 'gone')")
conn.rollback()
cur.execute("SELECT count(*) FROM items")
print("after rollback", cur.fetchone())
cur.execute("SAVEPOINT a")
cur.execute("INSERT INTO items (k, name) VALUES (11, 'gone')")
cur.execute("ROLLBACK TO a")
cur.execute("INSERT INTO items (k, name) VALUES (12, 'stays')")
conn.commit()
cur.execute("SELECT k FROM items ORDER BY k")
print("keys", [k for (k,) in cur.fetchall()])

cur.executemany("INSERT INTO items (k, name, n) VALUES (%s, %s, %s)", [(100 + i, "many", i) for i in range(5)])
psycopg2.extras.execute_values(cur, "INSERT INTO items (k, name, n) VALUES %s", [(1000 + i, "bulk", i) for i in range(1000)])
conn.commit()
with conn.cursor("server_side") as named:
    named.itersize = 300
    named.execute("SELECT k, n FROM items WHERE k >= 1000 ORDER BY k")
    print("cursor", sum(n for _, n in named))
conn.commit()

cur.copy_expert("COPY items (k, name) FROM STDIN WITH (FORMAT csv)", io.StringIO("2000,copied\n2001,\"with, comma\"\n"))
conn.commit()
out = io.StringIO()
cur.copy_expert("COPY (SELECT k, name FROM items WHERE k >= 2000 ORDER BY k) TO STDOUT", out)
print("copied", repr(out.getvalue()))
cur.execute("SELECT k, name FROM items WHERE k = ANY(%s) ORDER BY k", ([1, 2, 99],))
print("any", cur.fetchall())
cur.execute("SELECT %s::text, %s::jsonb, %s", ("x", psycopg2.extras.Json([1]), None))
print("typed", cur.fetchone())
conn.commit()
conn.autocommit = True
cur.execute("SET TIME ZONE 'America/New_York'")
cur.execute("SELECT at FROM items WHERE k = 1")
print("zone", cur.fetchone()[0].isoformat(), conn.get_parameter_status("TimeZone"))
conn.close()
