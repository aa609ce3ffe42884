import { once } from 'node:events'
import WebSocket from 'ws'
import { freePort, listening, startProgram } from './process.ts'

/** Round trips to an otherwise idle process: the latency this machine adds at its current load. */
export interface Probe {
  /** milliseconds of each round trip since the last call */
  take(): number[]
  stop(): Promise<void>
}

const everyMs = 10

export async function startProbe(): Promise<Probe> {
  const port = await freePort()
  const program = startProgram(['e2e/bench/bare/echo.mjs', String(port)])
  await listening(program, port)
  const socket = new WebSocket(`ws://127.0.0.1:${port}`, { perMessageDeflate: false })
  await once(socket, 'open')
  let times: number[] = []
  socket.on('message', (data) => times.push(performance.now() - Number(String(data))))
  const timer = setInterval(() => socket.send(String(performance.now())), everyMs)
  return {
    take() {
      const taken = times
      times = []
      return taken
    },
    async stop() {
      clearInterval(timer)
      socket.terminate()
      await program.stop()
    },
  }
}
