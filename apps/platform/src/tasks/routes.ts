import { staffRoles } from '@atrium/kit/auth/caller.ts';
import { problems, Uuid } from '@atrium/kit/schema.ts';
import type { Server } from '@atrium/kit/server.ts';
import { Type } from 'typebox';
import { IfMatchHeader } from '../http/if-match.ts';
import { PageOf } from '../lists/page.ts';
import { completeTask } from './complete-task.ts';
import { createTask } from './create-task.ts';
import { deleteTask } from './delete-task.ts';
import { readTasks } from './read-tasks.ts';
import { reopenTask } from './reopen-task.ts';
import { Task, TaskInput, TasksQuery, TaskUpdate } from './schemas.ts';
import { findSeenTask } from './task-access.ts';
import { updateTask } from './update-task.ts';

const tags = ['Tasks'];
const config = { area: 'tasks', roles: staffRoles };
const ByUuid = Type.Object({ taskUuid: Uuid });

export async function taskRoutes(app: Server) {
  app.get(
    '/api/tasks',
    {
      config,
      schema: {
        operationId: 'listTasks',
        tags,
        summary: 'Tasks that meet all that is stated, by due date; those without one last',
        description:
          'By page or cursor. Every condition is optional: assignee, status, due before a day, words, and the record that the task is about.',
        querystring: TasksQuery,
        response: { 200: PageOf(Task), ...problems(400, 401, 403, 404) },
      },
    },
    (request) => request.readTenant((tx) => readTasks(tx, request.caller, request.query)),
  );

  app.post(
    '/api/tasks',
    {
      config: { ...config, creates: true, versioned: true },
      schema: {
        operationId: 'createTask',
        tags,
        summary: 'Create a task, for the caller or one of the staff',
        description:
          'The assignee must be active staff and defaults to the caller. It may be about a contact, a household or a meeting.',
        body: TaskInput,
        response: { 201: Task, ...problems(400, 401, 403, 409, 422) },
      },
    },
    (request) => request.inTenant((tx) => createTask(tx, request.caller, request.body)),
  );

  app.get(
    '/api/tasks/:taskUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'getTask',
        tags,
        summary: 'One task',
        description: 'With isOverdue, which goes by the assignee’s time zone.',
        params: ByUuid,
        response: { 200: Task, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.readTenant((tx) => findSeenTask(tx, request.caller, request.params.taskUuid)),
  );

  app.put(
    '/api/tasks/:taskUuid',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'updateTask',
        tags,
        summary: 'Change a task',
        description:
          'What is absent stays. Whether it is done changes by completing and reopening only.',
        params: ByUuid,
        headers: IfMatchHeader,
        body: TaskUpdate,
        response: { 200: Task, ...problems(400, 401, 403, 404, 412) },
      },
    },
    (request) =>
      request.inTenant((tx) =>
        updateTask(tx, request.caller, request.params.taskUuid, request.body, request.requireMatch),
      ),
  );

  app.delete(
    '/api/tasks/:taskUuid',
    {
      config,
      schema: {
        operationId: 'deleteTask',
        tags,
        summary: 'Delete a task softly',
        description: 'The task leaves lists and timelines.',
        params: ByUuid,
        response: { 204: Type.Null(), ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => deleteTask(tx, request.caller, request.params.taskUuid)),
  );

  app.post(
    '/api/tasks/:taskUuid/complete',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'completeTask',
        tags,
        summary: 'Mark a task as done; once more changes nothing',
        description: 'Sets status DONE and the time of completion.',
        params: ByUuid,
        response: { 200: Task, ...problems(401, 403, 404) },
      },
    },
    (request) =>
      request.inTenant((tx) => completeTask(tx, request.caller, request.params.taskUuid)),
  );

  app.post(
    '/api/tasks/:taskUuid/reopen',
    {
      config: { ...config, versioned: true },
      schema: {
        operationId: 'reopenTask',
        tags,
        summary: 'Open a task again; an open one stays as it is',
        description: 'Sets status OPEN and clears the time of completion.',
        params: ByUuid,
        response: { 200: Task, ...problems(401, 403, 404) },
      },
    },
    (request) => request.inTenant((tx) => reopenTask(tx, request.caller, request.params.taskUuid)),
  );
}
