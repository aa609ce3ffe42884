/** Folders that `npm test -- <folder>` runs the tests of; nothing: all. */
const folders = process.env.SVC_TEST_FOLDERS?.split(',')

/** Whether what belongs to a folder of the repository, such as `plugins/alerts`, is to be tested in this run. */
export const isChosen = (folder: string): boolean => folders === undefined || folders.includes(folder)
