import { expect, it } from 'vitest'
import { isDenial } from './is-denial.ts'

it('detects denials', () => {
  for (const code of ['login_failed', 'terminal_open_denied', 'login_rate_limited', 'agent.rejected']) {
    expect(isDenial(code)).toBe(true)
  }
  for (const code of ['login', 'rate_limit.reset', 'server_deleted', 'unfailed']) expect(isDenial(code)).toBe(false)
})
