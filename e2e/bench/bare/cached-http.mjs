// The fastest response Node can give: one cached buffer. Usage: cached-http.mjs PORT FILE
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'

const body = readFileSync(process.argv[3])
const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length }
createServer((_, response) => response.writeHead(200, headers).end(body)).listen(Number(process.argv[2]), '127.0.0.1')
