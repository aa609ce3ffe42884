import type { TestKernelOptions } from '@svc/kernel/testing'
import { afterEach, beforeEach } from 'vitest'
import { type Door, openDoor, withCookie } from './door.ts'
import { caller } from './second-device.ts'

/** Those of the test that runs: whoever imports them sees what is assigned here before each. */
export let door: Door
/** of a session of ann, who is the initial admin */
export let token: string
export let password: string
export let call: ReturnType<typeof caller>

/** Lets every test of a file begin with a new kernel in which ann has signed in. */
export function withAnn(options: Partial<TestKernelOptions> = {}): void {
  beforeEach(async () => {
    door = await openDoor(options)
    const settled = await door.settle('ann')
    token = settled.token
    password = settled.password
    call = caller(door, withCookie(token))
  })
  afterEach(() => door.close())
}
