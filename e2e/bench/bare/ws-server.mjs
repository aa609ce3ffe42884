// The smallest possible server: accept, parse, keep the last report. Usage: ws-server.mjs PORT
import { WebSocketServer } from 'ws'

const latest = new Map()
const server = new WebSocketServer({ port: Number(process.argv[2]), host: '127.0.0.1', perMessageDeflate: false })
let next = 0
server.on('connection', (socket) => {
  const id = next++
  socket.on('message', (data) => latest.set(id, JSON.parse(data.toString())))
  socket.send(JSON.stringify({ type: 'welcome', server_id: String(id), protocol_version: 6, report_interval: 3 }))
})
