import { createTestKernel } from '@svc/kernel/testing'
import { contribute, definePlugin } from '@svc/plugin-sdk'
import system from '@svc/plugin-system'
import { expect, it } from 'vitest'
import { guestAccounts } from '../contract.ts'
import { authWithCheapHashes } from '../testing.ts'

const open = definePlugin({
  id: 'open',
  setup: () => ({ contributes: contribute(guestAccounts, { plugin: 'open', username: 'visitor', role: 'member' }) }),
})

it('with a guest account everybody is signed in as it, with its role, and no password is printed', async () => {
  const kernel = await createTestKernel({ plugins: [system, authWithCheapHashes, open] })
  const { data } = (await kernel.inject('/api/auth/me')).json()
  expect(data).toMatchObject({ username: 'visitor', role: 'member' })
  expect((await kernel.inject({ url: '/api/users', headers: { cookie: 'session_token=invalid' } })).statusCode).toBe(
    403,
  )
  expect(JSON.stringify(kernel.logs)).not.toContain('admin password')
  await kernel.close()
})
