import { afterEach, beforeEach } from 'vitest'
import { openWorld, type Person, type World } from './world.ts'

/** Those of the test that runs: whoever imports them sees what is assigned here before each. */
export let world: World
export let mia: Person

/** Lets every test of a file begin with a new kernel in which mia is a member. */
export function withMia(): void {
  beforeEach(async () => {
    world = await openWorld()
    mia = await world.addUser('mia')
  })
  afterEach(() => world.close())
}
