/** What no program can start with, as one sentence. It never quotes the text of a file, which may hold secrets. */
export class ConfigFault extends Error {
  override readonly name = 'ConfigFault'
}

/** What `read` returns; a fault of it is thrown as `Ending`, the error that ends the program in its own way. */
export function faultsAs<T>(Ending: new (sentence: string) => Error, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof ConfigFault ? new Ending(error.message) : error
  }
}
