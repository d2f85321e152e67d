// node-postgres with stock settings: types, errors, transactions, cursors, a pool.
const { Client, Pool } = require('pg')
const Cursor = require('pg-cursor')

async function main() {
  const client = new Client()
  await client.connect()
  await client.query('CREATE TABLE items (k integer PRIMARY KEY, name text NOT NULL)')
  await client.query(
    'INSERT INTO items (k, name, word, n, ratio, flag, at, doc, tags, blob, none) VALUES ($1, $2, $3, $4::int, $5::float8, $6::bool, $7::timestamptz, $8::jsonb, $9::text[], $10::bytea, $11)',
    [1, 'first', "it's ünïcode", 42, 0.1, true, new Date(Date.UTC(2024, 1, 29, 12, 30)), { a: [1, null] }, ['a', 'b c'], Buffer.from([0, 255]), null])
  let r = await client.query('SELECT * FROM items')
  for (const f of r.fields) {
    const v = r.rows[0][f.name]
    console.log(f.name, f.dataTypeID, v instanceof Date ? v.toISOString() : Buffer.isBuffer(v) ? v.toString('hex') : JSON.stringify(v))
  }
  r = await client.query("INSERT INTO items (k, name) VALUES (2, 'b'), (3, 'c') RETURNING k")
  console.log(r.command, r.rowCount, JSON.stringify(r.rows))
  r = await client.query('SELECT big, exact FROM (SELECT 9007199254740993::bigint AS big, 1.50::numeric AS exact) s')
  console.log(JSON.stringify(r.rows))

  for (const sql of ["INSERT INTO items (k, name) VALUES (1, 'again')", 'INSERT INTO items (k) VALUES (9)', 'SELECT nosuch FROM items', 'SELEC 1', 'SELECT 1/0']) {
    try {
      await client.query(sql)
      console.log('no error:', sql)
    } catch (e) {
      console.log(e.code, e.message, '|', e.detail, '|', e.schema, e.table, e.column, e.constraint, e.position)
    }
  }

  await client.query('BEGIN')
  await client.query("INSERT INTO items (k, name) VALUES (10, 'gone')")
  await client.query('ROLLBACK')
  r = await client.query('SELECT count(*) FROM items')
  console.log('after rollback', r.rows[0].count)

  const named = { name: 'by-key', text: 'SELECT name FROM items WHERE k = $1' }
  for (const k of [1, 2, 99]) {
    r = await client.query({ ...named, values: [k] })
    console.log('named', k, JSON.stringify(r.rows))
  }
  r = await client.query({ text: 'SELECT k, name FROM items ORDER BY k', rowMode: 'array' })
  console.log('rows', JSON.stringify(r.rows))
  r = await client.query('SELECT 1 AS a; SELECT 2 AS b')
  console.log('script', JSON.stringify(r.map((x) => x.rows)))
  r = await client.query('SELECT k FROM items WHERE k = ANY($1) ORDER BY k', [[1, 3, 99]])
  console.log('any', JSON.stringify(r.rows))

  await client.query('INSERT INTO items (k, name, n) SELECT g, $1, g FROM generate_series(1000, 1999) g', ['bulk'])
  const cursor = client.query(new Cursor('SELECT k FROM items WHERE k >= $1 ORDER BY k', [1000]))
  let pages = []
  for (let rows = await cursor.read(300); rows.length > 0; rows = await cursor.read(300)) pages.push(rows.length)
  await cursor.close()
  console.log('pages', JSON.stringify(pages))
  await client.end()

  const pool = new Pool({ max: 4 })
  const counts = await Promise.all(Array.from({ length: 20 }, () => pool.query('SELECT count(*)::int AS n FROM items')))
  console.log('pool', counts.every((c) => c.rows[0].n === 1003))
  await pool.end()
}

main().catch((e) => {
  console.error(e)
  process.exit(1)
})
