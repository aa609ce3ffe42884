import { randomBytes, randomUUID } from 'node:crypto'
import type { Session } from './session.ts'

/** An enrolled agent; `token` is its run token. */
export interface Enrolled {
  readonly server_id: string
  readonly token: string
}

const lanes = 8

async function enrolOne(admin: Session, index: number): Promise<Enrolled> {
  const created = await admin.call<{ server_id: string; enrollment: { code: string } }>('POST', '/api/servers', {
    onboarding_request_id: randomUUID(),
    name: `simulated-${String(index).padStart(5, '0')}`,
    tags: ['simulated'],
  })
  const token = randomBytes(32).toString('base64url')
  const claimed = await fetch(new URL('/api/agent/register', admin.url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${created.enrollment.code}` },
    body: JSON.stringify({ proposed_run_token: token }),
  })
  const text = await claimed.text()
  if (claimed.status === 429) {
    throw new Error('the registration limit is reached; start the server with SVC_RATE_LIMIT__REGISTER_MAX=1000000')
  }
  if (!claimed.ok) throw new Error(`POST /api/agent/register answered ${claimed.status}: ${text.slice(0, 300)}`)
  return { server_id: created.server_id, token }
}

/** Enrols `count` agents: onboarding as a person does, then a claim with the one-time code as an agent does. */
export async function enrol(admin: Session, count: number, from = 0): Promise<Enrolled[]> {
  const enrolled: Enrolled[] = new Array(count)
  let next = 0
  const lane = async () => {
    while (next < count) {
      const index = next++
      enrolled[index] = await enrolOne(admin, from + index)
    }
  }
  await Promise.all(Array.from({ length: Math.min(lanes, count) }, lane))
  return enrolled
}
