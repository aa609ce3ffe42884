import type { TestKernelOptions } from '@svc/kernel/testing'
import { afterEach, beforeEach } from 'vitest'
import { caller } from './second-factor.ts'
import { openWorld, type World, withCookie } from './world.ts'

// Assigned before each test; importers see the current value.
export let world: World
/** session token of ann, the initial admin */
export let token: string
export let password: string
export let call: ReturnType<typeof caller>

/** Starts every test of a file with a new kernel in which ann is signed in. */
export function withAnn(options: Partial<TestKernelOptions> = {}): void {
  beforeEach(async () => {
    world = await openWorld(options)
    const onboarded = await world.onboard('ann')
    token = onboarded.token
    password = onboarded.password
    call = caller(world, withCookie(token))
  })
  afterEach(() => world.close())
}
