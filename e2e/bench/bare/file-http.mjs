// Sends a file and receives one, as plainly as Node can. Usage: file-http.mjs PORT FILE TARGET
import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

const [port, file, target] = process.argv.slice(2)
createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-length': statSync(file).size })
    // A client that closes as soon as it has all bytes is no failure.
    await pipeline(createReadStream(file), response).catch(() => {})
  } else {
    await pipeline(request, createWriteStream(target))
    response.end()
  }
}).listen(Number(port), '127.0.0.1')
