import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './fleet/session.ts'
import { type Program, root, startProgram } from './process.ts'

export const agentProgram = [join(root, 'agent/bin/svc-agent.js')]

/**
 * Starts the real agent with a one-time code and resolves when the server has its system info. `more` is appended to its
 * configuration.
 */
export async function startAgent(
  admin: Session,
  folder: string,
  more = '',
): Promise<{ program: Program; serverId: string }> {
  const { server_id: serverId, enrollment } = await admin.call<{ server_id: string; enrollment: { code: string } }>(
    'POST',
    '/api/servers',
    { onboarding_request_id: randomUUID(), name: 'measured' },
  )
  await writeFile(
    join(folder, 'agent.toml'),
    `server_url = "${admin.url.origin}"\nenrollment_code = "${enrollment.code}"\nstate_dir = "${folder}"\n${more}`,
    { mode: 0o600 },
  )
  const program = startProgram(agentProgram, { cwd: folder })
  for (let waited = 0; waited < 30_000; waited += 100) {
    const server = await admin.call<{ cpu_name: string | null }>('GET', `/api/servers/${serverId}`)
    if (server.cpu_name !== null) return { program, serverId }
    if (program.hasEnded()) break
    await sleep(100)
  }
  await program.stop()
  throw new Error(`the agent did not connect:\n${program.output().slice(-2000)}`)
}
