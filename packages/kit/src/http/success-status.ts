import { fastifyPlugin } from 'fastify-plugin';

/** Makes a route answer with the status of success that it declares, so that no handler states it again. */
export const successStatus = fastifyPlugin(async (app) => {
  app.addHook('onRoute', (route) => {
    const declared = Object.keys(route.schema?.response ?? {}).map(Number);
    const [status, ...others] = declared.filter((each) => each >= 200 && each < 300);
    if (status === undefined || status === 200 || others.length > 0) return;
    const before = [route.preHandler ?? []].flat();
    route.preHandler = [
      ...before,
      (_request, reply, done) => {
        reply.code(status);
        done();
      },
    ];
  });
});
