import { once } from 'node:events'
import { startMysql, startPostgres, startRedis } from './databases.ts'

// Runs databases for end-to-end tests: prints their ports, and ends with SIGTERM.
const terminated = once(process, 'SIGTERM')
const started = await Promise.all([startPostgres(), startMysql(), startRedis()])
console.log(JSON.stringify({ ports: started.map(({ port }) => port) }))
const keepAlive = setInterval(() => {}, 60_000)
await terminated
clearInterval(keepAlive)
for (const database of started) await database.close()
