import { SerializerSelector } from '@fastify/fast-json-stringify-compiler';

type BuildSerializer = ReturnType<typeof SerializerSelector>;

const build = SerializerSelector();

/**
 * Returns what compiles the schema of an answer when the first such answer goes out: most of some
 * thousand (each status of each route) never do.
 */
export const serializersAtFirstUse: BuildSerializer = (schemas, options) => {
  const compile = build(schemas, options);
  return (route) => {
    let serialize: ReturnType<typeof compile> | undefined;
    return (answer) => {
      serialize ??= compile(route);
      return serialize(answer);
    };
  };
};
