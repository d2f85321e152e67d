-- Sales, returns and profit of all channels, with subtotals.
WITH ssr AS (
  SELECT s_store_id, sum(sales_price) AS sales, sum(profit) AS profit, sum(return_amt) AS returns, sum(net_loss) AS profit_loss
  FROM (
    SELECT ss_store_sk AS store_sk, ss_sold_date_sk AS date_sk, ss_ext_sales_price AS sales_price, ss_net_profit AS profit,
           CAST(0 AS numeric(7,2)) AS return_amt, CAST(0 AS numeric(7,2)) AS net_loss FROM store_sales
    UNION ALL
    SELECT sr_store_sk, sr_returned_date_sk, CAST(0 AS numeric(7,2)), CAST(0 AS numeric(7,2)), sr_return_amt, sr_net_loss FROM store_returns
    ) AS salesreturns, date_dim, store
  WHERE date_sk = d_date_sk AND d_date BETWEEN CAST('2000-08-23' AS date) AND CAST('2000-08-23' AS date) + 14 AND store_sk = s_store_sk
  GROUP BY s_store_id),
wsr AS (
  SELECT web_site_id, sum(sales_price) AS sales, sum(profit) AS profit, sum(return_amt) AS returns, sum(net_loss) AS profit_loss
  FROM (
    SELECT ws_web_site_sk AS wsr_web_site_sk, ws_sold_date_sk AS date_sk, ws_ext_sales_price AS sales_price, ws_net_profit AS profit,
           CAST(0 AS numeric(7,2)) AS return_amt, CAST(0 AS numeric(7,2)) AS net_loss FROM web_sales
    UNION ALL
    SELECT ws_web_site_sk, wr_returned_date_sk, CAST(0 AS numeric(7,2)), CAST(0 AS numeric(7,2)), wr_return_amt, wr_net_loss
    FROM web_returns LEFT OUTER JOIN web_sales ON wr_item_sk = ws_item_sk AND wr_order_number = ws_order_number
    ) AS salesreturns, date_dim, web_site
  WHERE date_sk = d_date_sk AND d_date BETWEEN CAST('2000-08-23' AS date) AND CAST('2000-08-23' AS date) + 14
    AND wsr_web_site_sk = web_site_sk
  GROUP BY web_site_id)
SELECT channel, id, sum(sales) AS sales, sum(returns) AS returns, sum(profit) AS profit
FROM (
  SELECT 'store channel' AS channel, 'store' || s_store_id AS id, sales, returns, profit - profit_loss AS profit FROM ssr
  UNION ALL
  SELECT 'web channel', 'web_site' || web_site_id, sales, returns, profit - profit_loss FROM wsr) AS x
GROUP BY ROLLUP (channel, id)
ORDER BY channel, id
LIMIT 100
