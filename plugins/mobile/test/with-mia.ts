import { afterEach, beforeEach } from 'vitest'
import { openWorld, type Person, type World } from './world.ts'

/** Assigned before each test; importers see the current value. */
export let world: World
export let mia: Person

/** Starts every test of a file with a new kernel in which mia is a member. */
export function withMia(): void {
  beforeEach(async () => {
    world = await openWorld()
    mia = await world.addUser('mia')
  })
  afterEach(() => world.close())
}
