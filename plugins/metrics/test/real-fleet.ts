import type { TestKernel } from '@svc/kernel/testing'

/** A server that was added and claimed as from outside, and the token of its agent. */
export async function claimed(kernel: TestKernel, name: string): Promise<{ id: string; token: string }> {
  const payload = { onboarding_request_id: `request-${name}`, name }
  const added = await kernel.as('admin').inject({ method: 'POST', url: '/api/servers', payload })
  const { server_id: id, enrollment: offer } = added.json().data
  const token = `token-of-${name}-`.padEnd(43, 'x')
  const headers = { authorization: `Bearer ${offer.code}` }
  const proposal = { proposed_run_token: token }
  const answer = await kernel.inject({ method: 'POST', url: '/api/agent/register', headers, payload: proposal })
  if (answer.statusCode !== 200) throw new Error(`the claim of ${name} answered ${answer.statusCode}: ${answer.body}`)
  return { id, token }
}

/** The socket of the agent with this token. */
export const connectAgent = (kernel: TestKernel, token: string) =>
  kernel.connect('/api/agent/ws', { authorization: `Bearer ${token}` })
