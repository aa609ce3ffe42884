// The smallest possible terminal: one shell per connection, its bytes as they are. Usage: pty-ws.mjs PORT LIBRARY
import { WebSocketServer } from 'ws'

// By path, because the library belongs to the agent plugin.
const { spawn } = (await import(process.argv[3])).default

const maxBacklog = 1024 * 1024
const server = new WebSocketServer({ port: Number(process.argv[2]), host: '127.0.0.1', perMessageDeflate: false })
server.on('connection', (socket) => {
  const pty = spawn('/bin/sh', [], { name: 'xterm-256color', rows: 24, cols: 80, cwd: '/', encoding: null })
  pty.onData((bytes) => {
    socket.send(bytes, () => {
      if (socket.bufferedAmount < maxBacklog) pty.resume()
    })
    if (socket.bufferedAmount > maxBacklog) pty.pause()
  })
  socket.on('message', (bytes) => pty.write(bytes))
  socket.on('close', () => pty.kill('SIGKILL'))
})
