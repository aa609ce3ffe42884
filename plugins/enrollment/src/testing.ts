import type { TestKernel, TestSocket } from '@svc/kernel/testing'
import { report, systemInfo } from '@svc/protocol/testing'

/** Adds a server as an admin; returns its id and enrollment code. */
export async function addServer(kernel: TestKernel, name: string): Promise<{ id: string; code: string }> {
  const payload = { onboarding_request_id: `request-${name}`, name }
  const response = await kernel.as('admin').inject({ method: 'POST', url: '/api/servers', payload })
  if (response.statusCode !== 200)
    throw new Error(`adding ${name} failed with ${response.statusCode}: ${response.body}`)
  const { server_id: id, enrollment } = response.json().data
  return { id, code: enrollment.code }
}

/** The run token that `claimServer` uses for a server of this name. */
export const tokenOf = (name: string): string => `token-of-${name}-`.padEnd(43, 'x')

/** Adds a server and claims it as an agent; returns the server's id and the agent's token. */
export async function claimServer(kernel: TestKernel, name: string): Promise<{ id: string; token: string }> {
  const { id, code } = await addServer(kernel, name)
  const token = tokenOf(name)
  const response = await kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { authorization: `Bearer ${code}` },
    payload: { proposed_run_token: token },
  })
  if (response.statusCode !== 200) {
    throw new Error(`claiming ${name} failed with ${response.statusCode}: ${response.body}`)
  }
  return { id, token }
}

/** An agent driven by a test. */
export interface TestAgent extends TestSocket {
  /** Sends `system_info` and waits until it and everything before it has been handled. */
  introduce(facts?: object): Promise<void>
}

/** Connects an agent that has not sent anything yet. */
export async function openAgent(kernel: TestKernel, token: string, from?: string): Promise<TestAgent> {
  const socket = await kernel.connect('/api/agent/ws', { authorization: `Bearer ${token}` }, from)
  return {
    ...socket,
    async introduce(facts) {
      socket.send(systemInfo(facts))
      await socket.next('ack')
    },
  }
}

/** An agent that has introduced itself. */
export interface IntroducedAgent extends TestAgent {
  /** Resolves when everything sent so far was handled. */
  settle(): Promise<void>
  /** Time passes, and the agent sends reports. */
  stay(ms: number): Promise<void>
}

/** the server takes agents for offline that do not report for 30 s */
const reportMs = 20_000

/** Connects an agent and sends its `system_info`. */
export async function connectAgent(
  kernel: TestKernel,
  token: string,
  facts?: object,
  from?: string,
): Promise<IntroducedAgent> {
  const agent = await openAgent(kernel, token, from)
  await agent.introduce(facts)
  const settle = agent.ping
  const sendReport = async () => {
    agent.send({ type: 'report', ...report() })
    await settle()
  }
  return {
    ...agent,
    settle,
    async stay(ms) {
      for (let left = ms; left > 0; left -= reportMs) {
        await sendReport()
        await kernel.clock.advance(Math.min(left, reportMs))
      }
      await sendReport()
    },
  }
}
