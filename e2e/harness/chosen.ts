/** Folders passed to `npm test -- <folder>`; undefined: all. */
const folders = process.env.SVC_TEST_FOLDERS?.split(',')

/** Whether this run tests a folder of the repository, such as `plugins/alerts`. */
export const isChosen = (folder: string): boolean => folders === undefined || folders.includes(folder)
