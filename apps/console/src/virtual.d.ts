declare module 'virtual:operations' {
  const table: Readonly<
    Record<string, readonly [method: string, path: string, roles: readonly string[]]>
  >;
  export default table;
}

declare module 'virtual:mantine-styles.css';
