import type { TestKernel, TestSocket } from '@svc/kernel/testing'
import { systemInfo } from '@svc/protocol/testing'

/** A server as an Admin adds it, and the code of its offer. */
export async function addServer(kernel: TestKernel, name: string): Promise<{ id: string; code: string }> {
  const payload = { onboarding_request_id: `request-${name}`, name }
  const answer = await kernel.as('admin').inject({ method: 'POST', url: '/api/servers', payload })
  if (answer.statusCode !== 200) throw new Error(`adding ${name} answered ${answer.statusCode}: ${answer.body}`)
  const { server_id: id, enrollment } = answer.json().data
  return { id, code: enrollment.code }
}

/** The token of the agent that claimed the server of this name. */
export const tokenOf = (name: string): string => `token-of-${name}-`.padEnd(43, 'x')

/** A server that an agent has claimed, and the token of that agent. */
export async function claimServer(kernel: TestKernel, name: string): Promise<{ id: string; token: string }> {
  const { id, code } = await addServer(kernel, name)
  const token = tokenOf(name)
  const answer = await kernel.inject({
    method: 'POST',
    url: '/api/agent/register',
    headers: { authorization: `Bearer ${code}` },
    payload: { proposed_run_token: token },
  })
  if (answer.statusCode !== 200) throw new Error(`the claim of ${name} answered ${answer.statusCode}: ${answer.body}`)
  return { id, token }
}

/** The other end of an agent's socket, driven by a test. */
export interface TestAgent extends TestSocket {
  /** Says what its host is now, and waits until that and everything before it was handled. */
  introduce(facts?: object): Promise<void>
}

/** The socket of the agent with this token, which has said nothing yet. */
export async function openAgent(kernel: TestKernel, token: string, from?: string): Promise<TestAgent> {
  const socket = await kernel.connect('/api/agent/ws', { authorization: `Bearer ${token}` }, from)
  return {
    ...socket,
    async introduce(facts) {
      socket.say(systemInfo(facts))
      await socket.next('ack')
    },
  }
}

/** The agent with this token once it is connected and has said what its host is. */
export async function connectAgent(kernel: TestKernel, token: string, facts?: object, from?: string) {
  const agent = await openAgent(kernel, token, from)
  await agent.introduce(facts)
  return agent
}
