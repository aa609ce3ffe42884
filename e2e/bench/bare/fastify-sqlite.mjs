// The libraries the server is built on, with one route. Usage: fastify-sqlite.mjs PORT DATABASE
import Database from 'better-sqlite3'
import fastify from 'fastify'

const database = new Database(process.argv[3])
database.pragma('journal_mode = WAL')
database.exec('CREATE TABLE IF NOT EXISTS answers (id INTEGER PRIMARY KEY, text TEXT)')
const read = database.prepare('SELECT count(*) AS answers FROM answers')
const app = fastify()
app.get('/', async () => read.get())
await app.listen({ port: Number(process.argv[2]), host: '127.0.0.1' })
