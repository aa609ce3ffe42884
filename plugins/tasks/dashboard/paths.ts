export const tasksPath = '/api/tasks'
export const taskPath = (id: string) => `${tasksPath}/${id}`
export const runsPath = (taskId: string) => `${taskPath(taskId)}/runs`
export const outputPath = (taskId: string, runId: string, serverId: string) =>
  `${runsPath(taskId)}/${runId}/servers/${serverId}`
