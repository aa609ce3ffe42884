import { onboard } from '@svc/e2e/enrol'
import { connect } from '@svc/e2e/peer'
import type { Session } from '@svc/e2e/session'
import { simulateAgent } from '@svc/e2e/simulated-agent'
import { until } from '@svc/e2e/until'

/** Capability bit of `terminal`. */
const terminalBit = 1
const toBase64 = (text: string) => Buffer.from(text).toString('base64')

const prompt = '\u001b[32madmin@terminal-2\u001b[0m:\u001b[34m~\u001b[0m$ '
const printed = [
  `${prompt}systemctl status nginx\r\n`,
  '\u001b[32m●\u001b[0m nginx.service - A high performance web server and a reverse proxy server\r\n',
  '     Active: \u001b[1;32mactive (running)\u001b[0m since Mon 2026-11-16 08:12:40 UTC; 1 week ago\r\n',
  '   Main PID: 1041 (nginx)\r\n      Tasks: 5 (limit: 4567)\r\n     Memory: 11.2M\r\n',
  `${prompt}ls --color\r\n\u001b[34mbackups\u001b[0m  deploy.sh  \u001b[31mold.tar.gz\u001b[0m  終端.txt\r\n${prompt}`,
]

/** A server whose agent opens shells that print and end. */
export async function simulateTerminal(url: string, admin: Session, name: string) {
  const { server_id: id, enrollment } = await onboard(admin, name)
  const info = { agent_local_capabilities: terminalBit }
  const agent = await simulateAgent(url, enrollment.code, undefined, info)
  return {
    id,
    close: agent.close,
    /** Records a session; returns its id. */
    async record(): Promise<string> {
      await admin.send('PUT', '/api/terminal/settings', { recording: true })
      const socket = `${url.replace(/^http/, 'ws')}/api/ws/terminal/${id}?cols=100`
      const page = await connect(socket, { cookie: admin.cookie, origin: url })
      const { session_id } = await page.frame('session')
      await agent.frame('terminal_open')
      agent.send({ type: 'terminal_started', session_id })
      await page.frame('started')
      for (const text of printed) agent.send({ type: 'terminal_output', session_id, data: toBase64(text) })
      agent.send({ type: 'terminal_error', session_id, error: 'the shell exited with code 0', exit_code: 0 })
      await page.closed
      const path = `/api/terminal/recordings/${session_id}`
      await until('the recording to end', async () => (await admin.get<{ ended_at: unknown }>(path)).ended_at !== null)
      await admin.send('PUT', '/api/terminal/settings', { recording: false })
      return String(session_id)
    },
  }
}
