-- Sales in half hours of the morning.
SELECT * FROM
  (SELECT count(*) AS h8_30_to_9 FROM store_sales, household_demographics, time_dim, store
   WHERE ss_sold_time_sk = t_time_sk AND ss_hdemo_sk = hd_demo_sk AND ss_store_sk = s_store_sk AND t_hour = 8 AND t_minute >= 30
     AND ((hd_dep_count = 4 AND hd_vehicle_count <= 6) OR (hd_dep_count = 2 AND hd_vehicle_count <= 4)) AND s_store_name = 'ese') AS s1,
  (SELECT count(*) AS h9_to_9_30 FROM store_sales, household_demographics, time_dim, store
   WHERE ss_sold_time_sk = t_time_sk AND ss_hdemo_sk = hd_demo_sk AND ss_store_sk = s_store_sk AND t_hour = 9 AND t_minute < 30
     AND ((hd_dep_count = 4 AND hd_vehicle_count <= 6) OR (hd_dep_count = 2 AND hd_vehicle_count <= 4)) AND s_store_name = 'ese') AS s2,
  (SELECT count(*) AS h9_30_to_10 FROM store_sales, household_demographics, time_dim, store
   WHERE ss_sold_time_sk = t_time_sk AND ss_hdemo_sk = hd_demo_sk AND ss_store_sk = s_store_sk AND t_hour = 9 AND t_minute >= 30
     AND ((hd_dep_count = 4 AND hd_vehicle_count <= 6) OR (hd_dep_count = 2 AND hd_vehicle_count <= 4)) AND s_store_name = 'ese') AS s3
