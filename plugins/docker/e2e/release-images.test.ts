import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { startTestDaemon, type TestDaemon } from '@svc/agent-plugin-docker/testing'
import { onboard } from '@svc/e2e/enrol'
import { ask } from '@svc/e2e/http'
import { freePort } from '@svc/e2e/place'
import { releasedImages } from '@svc/e2e/released-programs'
import { type Session, signIn } from '@svc/e2e/session'
import { makeStage } from '@svc/e2e/stage'
import { until } from '@svc/e2e/until'
import { beforeAll, describe, expect, it } from 'vitest'

const stage = makeStage()
const canRun = process.platform === 'linux' && process.getuid?.() === 0

/** Runs in `sh -c` with the Docker client. */
function shell(daemon: TestDaemon, script: string): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH, HOME: stage.directory(), DOCKER_HOST: `unix://${daemon.socket}` }
  return new Promise((resolve, reject) => {
    execFile('sh', ['-c', script], { env }, (error, stdout, stderr) => {
      if (error && typeof error.code !== 'number') reject(error)
      else resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr })
    })
  })
}

describe.runIf(canRun)('in a real Docker daemon', () => {
  let daemon: TestDaemon
  let images: Record<string, string>
  let url: string
  let admin: Session
  const must = async (script: string) => {
    const { code, output } = await shell(daemon, script)
    if (code !== 0) throw new Error(`${script} exited with ${code}: ${output}`)
    return output
  }
  const isConnected = async () => /"connected"/.test(await must('docker logs svc-agent 2>&1'))

  beforeAll(async () => {
    images = releasedImages(stage.directory())
    daemon = await startTestDaemon()
    stage.later(() => daemon.close())
  })

  it('the image of the server runs without privileges on a read-only file system, and is healthy', async () => {
    expect(await must(`docker load -i ${images['svc-server']}`)).toContain('Loaded image: svc-server:1.0.0')
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    await must(
      `docker run -d --name svc-server --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges \\
        --network host -e SVC_SERVER__LISTEN=127.0.0.1:${port} -e SVC_AUTH__SECURE_COOKIE=false \\
        -v svc-server:/var/lib/svc-server --health-interval 1s svc-server:1.0.0`,
    )
    await until('the health check', async () => {
      const health = await must("docker inspect -f '{{.State.Health.Status}}' svc-server")
      return health === 'healthy\n'
    })
    expect(await must('docker top svc-server -o pid,uid,args')).toMatch(/^\s*\d+\s+65532\s+\/usr\/bin\/svc-server$/m)
    const [, password = ''] = /admin password: ([\w-]+)/.exec(await must('docker logs svc-server 2>&1')) ?? []
    admin = await signIn(url, 'admin', password)
    await admin.send('POST', '/api/auth/onboarding', { new_password: 'correct horse battery staple' })
    // Its data outlives the container.
    await must('docker restart svc-server')
    await until('the server', async () => (await ask(`${url}/readyz`).catch(() => undefined))?.status === 200)
    expect(await admin.get('/api/servers')).toEqual([])
  })

  it('the image of the agent says what is missing', async () => {
    expect(await must(`docker load -i ${images['svc-agent']}`)).toContain('Loaded image: svc-agent:1.0.0')
    const bare = await shell(daemon, 'docker run --rm --network none --read-only --tmpfs /tmp svc-agent:1.0.0')
    expect(bare).toEqual({
      code: 78,
      output:
        'svc-agent: server_url is required: set it to a non-empty string in the configuration file or in SVC_SERVER_URL\n',
    })
  })

  it('the script runs the agent in a container, replaces it, and removes it', async () => {
    const image = images['svc-agent'] as string
    const volume = (await must("docker volume inspect -f '{{.Mountpoint}}' svc-server")).trim()
    const releases = join(volume, 'releases')
    mkdirSync(releases)
    copyFileSync(image, join(releases, basename(image)))
    const sum = createHash('sha256').update(readFileSync(image)).digest('hex')
    writeFileSync(join(releases, 'checksums.txt'), `${sum}  ${basename(image)}\n`)

    const { server_id, enrollment } = await onboard(admin, 'contained')
    const script = `curl -fsSL ${url}/install.sh | sh -s -- --docker`
    const first = await must(`export SVC_ENROLLMENT_CODE=${enrollment.code}; ${script} --server ${url}`)
    expect(first).toContain('Running svc-agent:1.0.0.')
    await until('the agent', isConnected)
    const info = await admin.get<{ agent_version: string }>(`/api/servers/${server_id}`)
    expect(info.agent_version).toBe('1.0.0')
    expect(await must('docker top svc-agent -o pid,uid')).toMatch(/65532/)

    // Without a code it is upgraded, and keeps its token in the volume.
    await must(`${script} --server ${url}`)
    await until('the agent again', isConnected)
    expect(await must(`${script} --uninstall --purge`)).toContain('Removed.')
    expect(
      await must('docker ps -aq -f name=svc-agent; docker volume ls -q -f name=svc-agent; docker images -q svc-agent'),
    ).toBe('')
  })
})
