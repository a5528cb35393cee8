import 'virtual:mantine-styles.css';
import '@mantine/notifications/styles.css';
import './global.css';
import './touch.css';
