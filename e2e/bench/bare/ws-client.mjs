// The smallest possible agent: a socket and a timer. Usage: ws-client.mjs URL
import WebSocket from 'ws'

const socket = new WebSocket(process.argv[2], { perMessageDeflate: false })
const frame = JSON.stringify({ type: 'report', filler: 'x'.repeat(900) })
socket.on('message', () => {})
socket.on('open', () => setInterval(() => socket.send(frame), 3000))
